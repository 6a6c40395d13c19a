declare module 'hyphen/patterns/de-1996.js' {
  /** Branches by letter; a number is a row of levels, in an array behind the branches. */
  type Branches = { [letter: string]: Node };
  type Node = number | Branches | [Branches, number];
  /** Rows of levels, and the patterns they belong to. */
  const patterns: [levels: number[][], patterns: Branches];
  export default patterns;
  export type { Branches };
}
