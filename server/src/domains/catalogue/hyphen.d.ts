declare module 'hyphen/de' {
  /** Puts soft hyphens into the words of a text. */
  export function hyphenateSync(text: string): string;
}
