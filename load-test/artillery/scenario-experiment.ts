/** An experiment of the laboratory from a scenario of Artillery. */
import type { Context, Experiment, OptionSpec } from '../lab/experiment.js';
import type { Findings } from '../lab/findings.js';
import { numberOf } from '../lab/option-values.js';
import { checkOpenFiles } from '../lab/play.js';
import { remoteRig, startRig, type Rig, type RigSetup } from '../lab/rig.js';
import { describeRun, type Words } from './artillery-findings.js';
import { readVariables, runArtillery, type Variables } from './run-artillery.js';

/** Beyond what a scenario should take: starting Artillery, waiting for stragglers. */
const SPARE_SECONDS = 60;
/** Of the server, unless a room is to be larger. */
const MAX_ROOM_PLAYERS = 500;

export interface Choice {
  help: string;
  min: number;
  max: number;
  whole?: boolean;
}

export interface Scenario {
  name: string;
  about: string;
  /** Variables of the scenario's file that the command line may set, by name. */
  choices: Readonly<Record<string, Choice>>;
  setup: Pick<RigSetup, 'shape' | 'settings'>;
  words: Words;
  /** Virtual users in all. */
  users: (numbers: Numbers) => number;
  /** How long it takes. */
  seconds: (numbers: Numbers) => number;
}

/** Reads a variable of the scenario as a number. */
export type Numbers = (variable: string) => number;

const SERVER_OPTIONS: Readonly<Record<string, OptionSpec>> = {
  processes: { value: 'N', help: 'server processes behind nginx; 1 runs without it', default: '2' },
  interval: { value: 'MS', help: 'flush interval of the server', default: '50' },
};

export function scenarioExperiment(scenario: Scenario): Experiment {
  const { name, about, choices, setup } = scenario;
  const own = Object.entries(choices).map(([variable, { help }]) => {
    const spec: OptionSpec = { value: 'N', help: `${help} (as in artillery/${name}.yml)` };
    return [optionName(variable), spec] as const;
  });
  return {
    name,
    about,
    options: { ...Object.fromEntries(own), ...(setup.shape === 'cluster' ? SERVER_OPTIONS : {}) },
    run: (context) => run(scenario, context),
  };
}

/** `joinSeconds` is `--join-seconds`. */
function optionName(variable: string): string {
  return variable.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

async function run(scenario: Scenario, context: Context): Promise<Findings> {
  const variables = choose(scenario, context);
  const numbers: Numbers = (variable) => Number(variables[variable]);
  const users = scenario.users(numbers);
  checkOpenFiles(users);
  const rig = await findRig(scenario, users, context);
  try {
    context.progress(`Artillery plays ${scenario.name} with ${users} virtual users`);
    const result = await runArtillery(
      {
        scenario: scenario.name,
        target: rig.target,
        variables: {
          ...variables,
          arrivals: users,
          parts: JSON.stringify(rig.parts),
          processes: JSON.stringify(rig.processes),
        },
        limitSeconds: scenario.seconds(numbers) + SPARE_SECONDS,
      },
      context,
    );
    return describeRun(result, variables, scenario.words);
  } finally {
    await rig.stop();
  }
}

/** The numbers of the scenario's file, and instead of them those of the command line. */
function choose({ name, choices }: Scenario, { options }: Context): Variables {
  const given = Object.entries(choices).flatMap(([variable, range]) => {
    const option = optionName(variable);
    return options[option] === undefined
      ? []
      : [[variable, numberOf(options, option, range)] as const];
  });
  return { ...readVariables(name), ...Object.fromEntries(given) };
}

async function findRig(
  { setup }: Scenario,
  users: number,
  { options, serverCore, progress }: Context,
): Promise<Rig> {
  if (options['target'] !== undefined) return remoteRig(options['target']);
  const cluster = setup.shape === 'cluster';
  const processes = cluster ? numberOf(options, 'processes', { min: 1, max: 64, whole: true }) : 1;
  return startRig(
    {
      shape: processes === 1 ? 'single' : 'cluster',
      processes,
      flushIntervalMs: cluster ? numberOf(options, 'interval', { min: 0, max: 1000 }) : 50,
      core: serverCore,
      settings: {
        // Whoever opened a room has a seat, too.
        MAX_ROOM_PLAYERS: String(Math.max(MAX_ROOM_PLAYERS, users + 1)),
        ...setup.settings,
      },
    },
    progress,
  );
}
