#!/bin/bash
# One training on several machines: every task of this Slurm job is a rank. Submit from the repository's root:
#   sbatch --nodes=4 experiments/slurm_ranks.sh pretrain experiments/bert/taught/pretrain.yaml results/runs/narrow [more options of the command]
# TREEFORMER names another program than build/treeformer.
# The folder is common to the machines. train.shards of the spec must fit the ranks (the program says which do); the results do not depend on how many there are,
# so the job may be submitted again with others. Two minutes before the limit, and when it is preempted, it writes a checkpoint and queues itself again;
# where a machine dies it goes on from the last checkpoint.
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
command=${1:?lra, pretrain or finetune} spec=${2:?spec} out=${3:?output folder} program=${TREEFORMER:-build/treeformer}
shift 3
for tool in "$program" mpirun; do command -v "$tool" >/dev/null || { echo "$0: no $tool here" >&2 && exit 2; }; done
unset OPENBLAS_CORETYPE
export SRUN_CPUS_PER_TASK="${SLURM_CPUS_PER_TASK:-1}" # which srun does not take from sbatch since Slurm 22.05
asked='' idle=0
trap 'asked=yes' USR1 TERM
# mpirun inside a job always knows its machines, srun only where Slurm was built with this MPI's PMI. The ranks' threads take the cores that they have.
mpirun --bind-to none "$program" "$command" "$spec" --out "$out" --threads "${SLURM_CPUS_PER_TASK:-1}" --no-plot --quiet "$@" &
job=$! patience=20
# Asked to stop, it tells every rank, and more than once: a launcher that has just begun passes nothing on. One that does not end for a minute then, or without
# any process of its own, hangs.
while kill -0 $job 2>/dev/null; do
    sleep 3 &
    wait $! # which a signal ends
    if [ -n "$asked" ]; then kill -USR1 $job && patience=$((patience - 1)); fi
    if ! command -v ps >/dev/null || ps --ppid $job -o stat= | grep -qv Z; then idle=0; else idle=$((idle + 1)); fi
    if [ $patience -eq 0 ] || [ $idle -eq 10 ]; then kill -9 $job; fi
done 2>/dev/null
wait $job
code=$?
# 130: interrupted; 138: before mpirun could take the signal. The program's own failures would only come again; any other code says that a rank was killed or its machine is gone.
case $code in
[0-4] | 126 | 127) again=0 ;;
130 | 138) again=100 ;;
*) again=3 ;;
esac
# Who cancels the job does not want it back.
state=$(squeue -h -j "$SLURM_JOB_ID" -o %T 2>/dev/null) || state=RUNNING
if [ "${SLURM_RESTART_COUNT:-0}" -lt $again ] && [ "$state" = RUNNING ]; then scontrol requeue "$SLURM_JOB_ID"; fi
exit $code
