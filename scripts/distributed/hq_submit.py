"""Submits shards as one HyperQueue job and waits (for tests; otherwise run `hq submit --array`).

usage: hq_submit.py SERVER_DIR SHARDS PROGRAM ARGUMENT…
"""

import sys

from hyperqueue import Client, Job

server, shards, program = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
job = Job(name="cavalcade")
for shard in range(shards):
    job.program(program, env={"HQ_TASK_ID": str(shard)}, stdout=None, stderr=None)
client = Client(server)
client.wait_for_jobs([client.submit(job)])
