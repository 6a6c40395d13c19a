/** Filter values as a tree: a value whose code begins with another value's code stands below it (search engine: "tree"). */
import { normalizeText } from '@fundus/contract/unicode';
import type { FacetValue } from '@fundus/contract/catalogue/catalogue';

export type FacetNode = FacetValue & { children: FacetNode[] };

/** Keeps the order of the values among the children of one parent. */
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

/** Only the branches in which a label holds the text; a node that matches keeps its children. */
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

/** A chosen value takes everything below it. */
export function markOf(node: FacetNode, chosen: readonly string[]): Mark {
  if (isCovered(node.value, chosen)) return 'on';
  return chosen.some((value) => value.startsWith(node.value)) ? 'some' : 'off';
}

const isCovered = (code: string, chosen: readonly string[]): boolean => chosen.some((value) => code.startsWith(value));

/**
 * Chooses a value, or takes it away. Choosing swallows what was chosen below. Taking a value away whose parent was chosen leaves the
 * parent's other children.
 */
export function toggleValue(roots: readonly FacetNode[], chosen: readonly string[], code: string, flat = false): string[] {
  if (flat) return chosen.includes(code) ? chosen.filter((value) => value !== code) : [...chosen, code];
  if (!isCovered(code, chosen)) return [...chosen.filter((value) => !value.startsWith(code)), code];
  if (chosen.includes(code)) return chosen.filter((value) => value !== code);
  const above = chosen.find((value) => code.startsWith(value))!;
  return [...chosen.filter((value) => value !== above), ...allBut(pathTo(roots, above), code)];
}

/** The children of the nodes on the way down to `code`, without the way itself. */
function allBut(node: FacetNode | undefined, code: string): string[] {
  if (!node || node.value === code) return [];
  return node.children.flatMap((child) => (code.startsWith(child.value) ? allBut(child, code) : [child.value]));
}

function pathTo(nodes: readonly FacetNode[], code: string): FacetNode | undefined {
  for (const node of nodes) {
    if (node.value === code) return node;
    if (code.startsWith(node.value)) return pathTo(node.children, code);
  }
  return undefined;
}
