/** One reading of a process's /metrics: each line's value by its name and labels, as they stand there. */
export class Figures {
  private constructor(
    readonly text: string,
    private readonly values: ReadonlyMap<string, number>,
  ) {}

  static async read(url: string): Promise<Figures> {
    return Figures.parse(await (await fetch(`${url}/metrics`)).text());
  }

  static parse(text: string): Figures {
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const pairs = lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))] as const;
    });
    return new Figures(text, new Map(pairs));
  }

  /** `name{label="value"}`; 0 where there is no such line. */
  of(line: string): number {
    return this.values.get(line) ?? 0;
  }

  /** The lines that begin like this. */
  lines(start: string): string[] {
    return [...this.values.keys()].filter((line) => line.startsWith(start));
  }
}
