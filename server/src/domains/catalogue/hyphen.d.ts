declare module 'hyphen/patterns/de-1996.js' {
  /** Branches by letter; a number is the index of a row of levels; an array holds branches and a row. */
  type Branches = { [letter: string]: Node };
  type Node = number | Branches | [Branches, number];
  /** Rows of levels, and the tree of patterns that refers to them. */
  const patterns: [levels: number[][], patterns: Branches];
  export default patterns;
  export type { Branches };
}
