/** Copyright status of own material, which its author must declare before sharing it. */
import { z } from 'zod';
import { line } from '../fields.ts';

/** Sources of own material: the author's own work, an open licence, or a permission. */
export const RIGHTS_SOURCES = ['own', 'open', 'permission'] as const;
/** Licences that allow redistribution. */
export const OPEN_LICENCES = [
  'CC BY 4.0',
  'CC BY-SA 4.0',
  'CC BY-NC 4.0',
  'CC BY-NC-SA 4.0',
  'CC BY-ND 4.0',
  'CC BY-NC-ND 4.0',
  'CC0 1.0',
  'Gemeinfrei',
] as const;
/** Licences that require no attribution. */
export const NAMELESS_LICENCES: readonly string[] = ['CC0 1.0', 'Gemeinfrei'];

/** Declared rights of own material. `from` is the rights holder, or the person who gave permission. */
export const MaterialRights = z.object({
  source: z.enum(RIGHTS_SOURCES),
  licence: z.enum(OPEN_LICENCES).nullable().default(null),
  from: line(200).default(''),
});
export type MaterialRights = z.output<typeof MaterialRights>;

/** Returns the fields that are missing in the declaration. */
export const findMissingRightsFields = ({ source, licence, from }: MaterialRights): ('licence' | 'from')[] => [
  ...(source === 'open' && licence === null ? (['licence'] as const) : []),
  ...(source !== 'own' && from === '' && !NAMELESS_LICENCES.includes(licence ?? '') ? (['from'] as const) : []),
];

/** Origin of own material, as the page of the medium shows it. `maker` is visible only to colleagues. */
export const MaterialOf = z.object({
  school: z.string(),
  maker: z.string().nullable(),
  rights: MaterialRights.nullable(),
  can: z.object({ edit: z.boolean() }),
});
