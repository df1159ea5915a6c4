#!/bin/bash
# One training on several machines: every task of this Slurm job is a rank. Submit from the repository's root:
#   sbatch --nodes=4 experiments/slurm_ranks.sh pretrain experiments/bert/narrow/pretrain.yaml results/runs/narrow
# The folder is common to the machines. train.shards of the spec must fit the ranks (the program says which do); the results do not depend on how many there are,
# so the job may be submitted again with others. Two minutes before the limit, and when it is preempted, it writes a checkpoint and queues itself again.
#SBATCH --job-name=treeformer
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --cpus-per-task=8
#SBATCH --mem=16G
#SBATCH --time=12:00:00
#SBATCH --signal=B:USR1@120
#SBATCH --requeue
#SBATCH --open-mode=append
set -u
command=${1:?lra, pretrain or finetune} spec=${2:?spec} out=${3:?output folder}
unset OPENBLAS_CORETYPE
# mpirun inside a job always knows its machines, srun only where Slurm was built with this MPI's PMI. The ranks' threads take the cores that they have.
mpirun --bind-to none build/treeformer "$command" "$spec" --out "$out" --threads "${SLURM_CPUS_PER_TASK:-1}" --no-plot --quiet &
job=$!
trap 'kill -USR1 $job' USR1 TERM # to every rank
wait $job
code=$?
while kill -0 $job 2>/dev/null; do # a signal ended the wait
    wait $job
    code=$?
done
trap - USR1 TERM
if [ $code -eq 130 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 100 ]; then scontrol requeue "$SLURM_JOB_ID"; fi
exit $code
