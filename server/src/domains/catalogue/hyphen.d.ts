declare module 'hyphen/de/index.js' {
  /** A CommonJS module: its functions arrive as the default export. */
  const hyphen: {
    /** Puts soft hyphens into the words of a text. */
    hyphenateSync(text: string): string;
  };
  export default hyphen;
}
