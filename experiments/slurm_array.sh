#!/bin/bash
# A grid on a cluster: every task of this Slurm array runs the same command on a common folder, and each run of the grid is claimed by one of them.
# A task that is preempted or comes to its limit leaves checkpoints and queues itself again; whoever starts next goes on from them. Submit from the
# repository's root, as often as you like:
#   sbatch --array=0-7 experiments/slurm_array.sh experiments/lra/short/listops.yaml results/runs/grid [more options of lra]
# TREEFORMER names another program than build/treeformer.
#SBATCH --job-name=treeformer
#SBATCH --cpus-per-task=4
#SBATCH --mem=8G
#SBATCH --time=12:00:00
#SBATCH --signal=USR1@120
#SBATCH --requeue
#SBATCH --open-mode=append
set -u
spec=${1:?spec} out=${2:?output folder} program=${TREEFORMER:-build/treeformer}
shift 2
command -v "$program" >/dev/null || { echo "$0: no $program here" >&2 && exit 2; }
unset OPENBLAS_CORETYPE
export SRUN_CPUS_PER_TASK="${SLURM_CPUS_PER_TASK:-1}" # which srun does not take from sbatch since Slurm 22.05
# The signal before the time limit goes to the step, whose program writes a checkpoint and ends with code 130.
srun --ntasks=1 "$program" lra "$spec" --out "$out" --threads "${SLURM_CPUS_PER_TASK:-1}" --no-plot --quiet "$@"
code=$?
case $code in # 138: the signal came before the program could take it
130 | 138) if [ "${SLURM_RESTART_COUNT:-0}" -lt 100 ]; then scontrol requeue "$SLURM_JOB_ID"; fi ;;
esac
exit $code
