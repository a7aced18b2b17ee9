/** Every experiment of the laboratory, in the order of the help. */
import { artilleryExperiments } from '../artillery/experiments.js';
import { echoExperiment } from '../echo/experiment.js';
import { bigExperiment } from './big.js';
import { capacityExperiment } from './capacity.js';
import { costExperiment } from './cost.js';
import type { Experiment } from '../rig/experiment.js';
import { phoneExperiment, projectorExperiment } from './pages.js';
import { revealsExperiment } from './reveals.js';
import { soakExperiment } from './soak.js';
import { stagesExperiment } from './stages.js';
import { sweepExperiment } from './sweep.js';

export const EXPERIMENTS: readonly Experiment[] = [
  stagesExperiment,
  capacityExperiment,
  sweepExperiment,
  costExperiment,
  revealsExperiment,
  bigExperiment,
  soakExperiment,
  projectorExperiment,
  phoneExperiment,
  ...artilleryExperiments,
  echoExperiment,
];
