import { describe, expect, it } from 'vitest';
import { buildTree, selectionState, pruneTree, toggleValue, type FacetNode } from './facet-tree.ts';

const value = (code: string, label = code, count = 1) => ({ value: code, label, count });
const VALUES = [
  value('080', 'Biologie', 9),
  value('08001', 'Zellen'),
  value('0800101', 'Membran'),
  value('0800102', 'Größe der Zelle'),
  value('08002', 'Pflanzen'),
  value('100', 'Chemie', 4),
];
const tree = buildTree(VALUES);
const find = (nodes: readonly FacetNode[], code: string): FacetNode =>
  nodes.flatMap((node) => [node, ...flatten(node.children)]).find((node) => node.value === code)!;
const flatten = (nodes: readonly FacetNode[]): FacetNode[] => nodes.flatMap((node) => [node, ...flatten(node.children)]);

describe('buildTree', () => {
  it('places a code below the longest code that is its prefix', () => {
    expect(tree.map((node) => node.value)).toEqual(['080', '100']);
    expect(tree[0]!.children.map((node) => node.value)).toEqual(['08001', '08002']);
    expect(tree[0]!.children[0]!.children.map((node) => node.value)).toEqual(['0800101', '0800102']);
  });

  it('places grades below their type of school unless the list is flat', () => {
    expect(buildTree([value('A'), value('A(5)'), value('BB')]).map(({ value: code, children }) => [code, children.length])).toEqual([
      ['A', 1],
      ['BB', 0],
    ]);
    expect(buildTree([value('en'), value('enm')], true)).toHaveLength(2);
  });
});

describe('pruneTree', () => {
  it('matches without regard to case, umlauts and ß', () => {
    const found = pruneTree(tree, 'grosse');
    expect(flatten(found).map((node) => node.value)).toEqual(['080', '08001', '0800102']);
    expect(pruneTree(tree, 'ZELLEN')[0]!.children[0]!.children).toHaveLength(2);
    expect(pruneTree(tree, 'physik')).toEqual([]);
    expect(pruneTree(tree, '  ')).toHaveLength(2);
  });
});

describe('selection in a tree', () => {
  it('distinguishes covered from partly selected values', () => {
    expect(selectionState(find(tree, '0800101'), ['080'])).toBe('on');
    expect(selectionState(find(tree, '080'), ['0800101'])).toBe('some');
    expect(selectionState(find(tree, '100'), ['080'])).toBe('off');
  });

  it('replaces selected descendants when their ancestor is selected', () =>
    expect(toggleValue(tree, ['0800101', '100'], '080')).toEqual(['100', '080']));

  it('removes a value that was already selected', () => expect(toggleValue(tree, ['080', '100'], '080')).toEqual(['100']));

  it('keeps the siblings when a child of a selected value is removed', () => {
    expect(toggleValue(tree, ['080'], '08001')).toEqual(['08002']);
    expect(toggleValue(tree, ['080'], '0800101')).toEqual(['0800102', '08002']);
  });

  it('treats values of a flat list independently', () => {
    expect(toggleValue([], ['en'], 'enm', true)).toEqual(['en', 'enm']);
    expect(toggleValue([], ['en', 'enm'], 'en', true)).toEqual(['enm']);
  });
});
