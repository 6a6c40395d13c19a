declare module 'hyphen/patterns/de-1996.js' {
  /** Subtrees by letter. A number is the index of a row of levels. An array contains a subtree and such an index. */
  type Branches = { [letter: string]: Node };
  type Node = number | Branches | [Branches, number];
  /** Rows of levels, and the tree of patterns that references them. */
  const patterns: [levels: number[][], patterns: Branches];
  export default patterns;
  export type { Branches };
}
