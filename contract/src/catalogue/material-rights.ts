/** Where material comes from: what whoever adds it has to say before others may have it. */
import { z } from 'zod';
import { line } from '../fields.ts';

/** Made by whoever adds it, under an open licence, or somebody allowed it. */
export const RIGHTS_SOURCES = ['own', 'open', 'permission'] as const;
/** Licences under which anybody may pass something on. */
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
/** Those that ask for no name. */
export const NAMELESS_LICENCES: readonly string[] = ['CC0 1.0', 'Gemeinfrei'];

/** `from`: whose it is under an open licence, or who allowed it. */
export const MaterialRights = z.object({
  source: z.enum(RIGHTS_SOURCES),
  licence: z.enum(OPEN_LICENCES).nullable().default(null),
  from: line(200).default(''),
});
export type MaterialRights = z.output<typeof MaterialRights>;

/** What is missing in the answer, by its field; nothing where it is whole. */
export const missingIn = ({ source, licence, from }: MaterialRights): ('licence' | 'from')[] => [
  ...(source === 'open' && licence === null ? (['licence'] as const) : []),
  ...(source !== 'own' && from === '' && !NAMELESS_LICENCES.includes(licence ?? '') ? (['from'] as const) : []),
];

/** What the page of such a medium says of it: whose it is, by whom (null: for those who work there only, or not there any more). */
export const MaterialOf = z.object({
  school: z.string(),
  maker: z.string().nullable(),
  rights: MaterialRights.nullable(),
  can: z.object({ edit: z.boolean() }),
});
