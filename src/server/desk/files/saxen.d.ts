/** The package has no types; these are of the parts that are used. */
declare module 'saxen' {
  export class Parser {
    on(
      event: 'openTag',
      listener: (name: string, attributes: () => Record<string, string>) => void,
    ): this;
    on(event: 'closeTag', listener: (name: string) => void): this;
    on(event: 'text' | 'cdata' | 'attention', listener: (text: string) => void): this;
    /** Throws what is wrong in the text, as no listener for errors is there; and so does `end`. */
    write(piece: string): this;
    end(): void;
  }
}
