/** Every experiment of the laboratory, in the order of the help. */
import { artilleryExperiments } from '../artillery/experiments.js';
import { echoExperiment } from '../echo/experiment.js';
import { capacityExperiment } from './capacity.js';
import type { Experiment } from './experiment.js';
import { stagesExperiment } from './stages.js';
import { sweepExperiment } from './sweep.js';

export const EXPERIMENTS: readonly Experiment[] = [
  stagesExperiment,
  capacityExperiment,
  sweepExperiment,
  ...artilleryExperiments,
  echoExperiment,
];
