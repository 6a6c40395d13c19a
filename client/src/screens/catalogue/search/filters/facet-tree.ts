/** Filter values as a tree. A value is a child of another one if the other's code is a prefix of its own code. */
import { normalizeText } from '@fundus/contract/unicode';
import type { FacetValue } from '@fundus/contract/catalogue/catalogue';

export type FacetNode = FacetValue & { children: FacetNode[] };

/** Returns the values as a tree. Siblings keep their order. */
export function buildTree(values: readonly FacetValue[], flat = false): FacetNode[] {
  const nodes = new Map(values.map((value) => [value.value, { ...value, children: [] as FacetNode[] }]));
  const roots: FacetNode[] = [];
  for (const node of nodes.values()) {
    const parent = flat ? undefined : parentOf(node.value, nodes);
    (parent?.children ?? roots).push(node);
  }
  return roots;
}

function parentOf(code: string, nodes: ReadonlyMap<string, FacetNode>): FacetNode | undefined {
  for (let length = code.length - 1; length > 0; length--) {
    const parent = nodes.get(code.slice(0, length));
    if (parent) return parent;
  }
  return undefined;
}

/** Returns the branches in which a label contains the text. A matching node keeps all its children. */
export function pruneTree(nodes: readonly FacetNode[], text: string): FacetNode[] {
  const wanted = fold(text);
  if (!wanted) return [...nodes];
  return nodes.flatMap((node) => {
    if (fold(node.label).includes(wanted)) return [node];
    const children = pruneTree(node.children, text);
    return children.length > 0 ? [{ ...node, children }] : [];
  });
}

const fold = (text: string): string => normalizeText(text.trim().toLocaleLowerCase('de'), 'NFD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss');

export type Mark = 'on' | 'off' | 'some';

/** Returns whether a node is selected, partly selected or not selected. A selected value covers its descendants. */
export function selectionState(node: FacetNode, chosen: readonly string[]): Mark {
  if (isCovered(node.value, chosen)) return 'on';
  return chosen.some((value) => value.startsWith(node.value)) ? 'some' : 'off';
}

const isCovered = (code: string, chosen: readonly string[]): boolean => chosen.some((value) => code.startsWith(value));

/**
 * Selects or removes a value. Selecting a value replaces its selected descendants. Removing a child of a selected value keeps the child's siblings
 * selected.
 */
export function toggleValue(roots: readonly FacetNode[], chosen: readonly string[], code: string, flat = false): string[] {
  if (flat) return chosen.includes(code) ? chosen.filter((value) => value !== code) : [...chosen, code];
  if (!isCovered(code, chosen)) return [...chosen.filter((value) => !value.startsWith(code)), code];
  if (chosen.includes(code)) return chosen.filter((value) => value !== code);
  const above = chosen.find((value) => code.startsWith(value))!;
  return [...chosen.filter((value) => value !== above), ...listSiblings(pathTo(roots, above), code)];
}

/** Returns the siblings of each node on the path to `code`. */
function listSiblings(node: FacetNode | undefined, code: string): string[] {
  if (!node || node.value === code) return [];
  return node.children.flatMap((child) => (code.startsWith(child.value) ? listSiblings(child, code) : [child.value]));
}

function pathTo(nodes: readonly FacetNode[], code: string): FacetNode | undefined {
  for (const node of nodes) {
    if (node.value === code) return node;
    if (code.startsWith(node.value)) return pathTo(node.children, code);
  }
  return undefined;
}
