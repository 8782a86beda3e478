"""HyperQueue's server from the PyPI wheel, in this process (for tests; otherwise run `hq server start`).

usage: hq_server.py SERVER_DIR
"""

import sys
import time

from hyperqueue import LocalCluster

LocalCluster(server_dir=sys.argv[1])
print("up", flush=True)
while True:
    time.sleep(3600)
