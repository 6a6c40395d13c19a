import { levelOf } from '@fundus/contract/lending/points/categories';

/** Returns the name of a category without its parents, indented by its depth. */
export function indentCategory(category: string): string {
  const { name, depth } = levelOf(category);
  return '\u2003'.repeat(depth) + name;
}
