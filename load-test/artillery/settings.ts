/** The numbers of a scenario, as Artillery hands them to each virtual user. */
import type { Part } from '../swarm/monitor.js';

export class Settings {
  constructor(private readonly vars: Readonly<Record<string, unknown>>) {}

  /** A number that the scenario's file or the command line gives. */
  number(name: string): number {
    const value = Number(this.vars[name] ?? Number.NaN);
    if (Number.isNaN(value)) throw new Error(`the scenario gives no number "${name}"`);
    return value;
  }

  get target(): string {
    return String(this.vars['target']);
  }

  /** Where the results go; absent when a scenario is run by hand. */
  get resultFile(): string | undefined {
    const file = this.vars['resultFile'];
    return typeof file === 'string' ? file : undefined;
  }

  /** Processes to measure. */
  get parts(): Part[] {
    return this.#json<Part>('parts');
  }

  /** Origins of the server's processes, whose /metrics are read. */
  get processes(): string[] {
    return this.#json<string>('processes');
  }

  /** A list is given as text, as Artillery draws one element of an array for each virtual user. */
  #json<T>(name: string): T[] {
    const text = this.vars[name];
    return typeof text === 'string' ? (JSON.parse(text) as T[]) : [];
  }
}
