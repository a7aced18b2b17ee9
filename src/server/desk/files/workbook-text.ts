/** Excel writes control characters of a text, such as line breaks, by their number, and the `_` of what looks so. */
const NUMBERED = /_x00(0D|0A|09|5F)_/gi;

/** Collects the runs of a text, without how it is pronounced. */
export class TextReader {
  text = '';
  private isText = false;
  private isPhonetic = false;

  clear(): void {
    this.text = '';
  }

  open(name: string): void {
    if (name === 'rPh') this.isPhonetic = true;
    this.isText = name === 't' && !this.isPhonetic;
  }

  close(name: string): void {
    if (name === 'rPh') this.isPhonetic = false;
    this.isText = false;
  }

  add(text: string): void {
    if (this.isText)
      this.text += text.replace(NUMBERED, (_, code: string) =>
        code.toUpperCase() === '5F' ? '_' : ' ',
      );
  }
}
