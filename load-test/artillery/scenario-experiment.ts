/** An experiment of the laboratory from a scenario of Artillery. */
import { type Context, type Experiment, processes } from '../rig/experiment.js';
import type { Findings } from '../report/findings.js';
import { checkOpenFiles } from '../rig/play.js';
import { findRig, withRig, type RigSetup } from '../rig/rig.js';
import { maybe, readOptions, whole, type Option } from '../swarm/command-line.js';
import { describeRun, type Words } from './artillery-findings.js';
import { readVariables, runArtillery, type Variables } from './run-artillery.js';

/** Beyond what a scenario should take: starting Artillery, waiting for stragglers. */
const SPARE_SECONDS = 60;
/** Of the server, unless a room is to be larger. */
const MAX_ROOM_PLAYERS = 500;

export interface Scenario {
  name: string;
  about: string;
  /** Variables of the scenario's file that the command line may set, by name. */
  choices: Readonly<Record<string, Option<number>>>;
  setup: Pick<RigSetup, 'shape' | 'settings'>;
  words: Words;
  /** Virtual users in all. */
  users: (numbers: Numbers) => number;
  /** How long it takes. */
  seconds: (numbers: Numbers) => number;
}

/** Reads a variable of the scenario as a number. */
export type Numbers = (variable: string) => number;

const SERVER_OPTIONS = {
  processes: processes('server processes behind nginx; 1 runs without it', 2),
  interval: whole('flush interval of the server', [0, 1000], 50, 'MS'),
};

export function scenarioExperiment(scenario: Scenario): Experiment {
  const { name, about, setup } = scenario;
  const server = setup.shape === 'cluster' ? SERVER_OPTIONS : {};
  return {
    name,
    about,
    options: { ...choicesOf(scenario), ...server },
    run: (context) => run(scenario, context),
  };
}

function choicesOf({
  name,
  choices,
}: Scenario): Readonly<Record<string, Option<number | undefined>>> {
  const own = Object.entries(choices).map(([variable, choice]) => {
    const help = `${choice.help} (as in artillery/${name}.yml)`;
    return [optionName(variable), maybe({ ...choice, help })] as const;
  });
  return Object.fromEntries(own);
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
  return withRig(findRig(context, wishOf(scenario, users, context)), async (rig) => {
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
  });
}

/** The numbers of the scenario's file, and instead of them those of the command line. */
function choose(scenario: Scenario, { options }: Context): Variables {
  const chosen = readOptions(choicesOf(scenario), options);
  const given = Object.keys(scenario.choices).flatMap((variable) => {
    const value = chosen[optionName(variable)];
    return value === undefined ? [] : [[variable, value] as const];
  });
  return { ...readVariables(scenario.name), ...Object.fromEntries(given) };
}

function wishOf({ setup }: Scenario, users: number, { options, serverCore }: Context) {
  const { processes, interval } =
    setup.shape === 'cluster'
      ? readOptions(SERVER_OPTIONS, options)
      : { processes: 1, interval: 50 };
  return {
    processes,
    flushIntervalMs: interval,
    core: serverCore,
    settings: {
      // Whoever opened a room has a seat, too.
      MAX_ROOM_PLAYERS: String(Math.max(MAX_ROOM_PLAYERS, users + 1)),
      ...setup.settings,
    },
  };
}
