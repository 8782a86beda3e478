"""A HyperQueue worker from the PyPI wheel (for tests; otherwise run `hq worker start`).

usage: hq_worker.py SERVER_DIR CORES

The wheel starts workers only with a server of their own. Changing the link to the current server connects
the worker to the other one.
"""

import os
import sys
import tempfile
import time

from hyperqueue import LocalCluster
from hyperqueue.cluster import WorkerConfig

server, cores = sys.argv[1], int(sys.argv[2])
own = tempfile.mkdtemp(prefix="hq-worker-")
cluster = LocalCluster(server_dir=own)
current = os.path.join(own, "hq-current")
os.unlink(current)
os.symlink(os.path.realpath(os.path.join(server, "hq-current")), current)
cluster.start_worker(WorkerConfig(cores=cores))
print("up", flush=True)
while True:
    time.sleep(3600)
