/** Kinds of external sources, and presets for known sources (docs/behaviour/external-sources.md#kinds). */

/**
 * Kinds of sources. `scope` is the meaning of the extra field of the kind. With `collects`, the portal keeps a copy of the list, because the source
 * cannot be searched.
 */
export const SOURCE_KINDS = {
  edu_sharing: { scope: 'metadataset', collects: false },
  oersi: { scope: null, collects: false },
  mundo: { scope: null, collects: false },
  sru: { scope: 'schema', collects: false },
  oai_pmh: { scope: 'prefix', collects: true },
  arix: { scope: 'context', collects: false },
  commons: { scope: null, collects: false },
} as const satisfies Record<string, { scope: string | null; collects: boolean }>;
export type SourceKind = keyof typeof SOURCE_KINDS;
export const KINDS = Object.keys(SOURCE_KINDS) as [SourceKind, ...SourceKind[]];

export const SOURCE_LIMITS = { sources: 20, label: 60, address: 500, scope: 200, account: 200, key: 500, words: 200, hits: 20 } as const;

type Known = { label: string; kind: SourceKind; address: string; scope: string; advertising: boolean };
const known = (label: string, kind: SourceKind, address: string, scope = '', advertising = false): Known => ({
  label,
  kind,
  address,
  scope,
  advertising,
});

/** Presets for nationwide sources. */
export const KNOWN_SOURCES: readonly Known[] = [
  known('WirLernenOnline', 'edu_sharing', 'https://redaktion.openeduhub.net/edu-sharing', 'mds_oeh', true),
  known('OERSI', 'oersi', 'https://oersi.org/resources'),
  known('MUNDO', 'mundo', 'https://mundo.schule'),
  known('Deutsche Nationalbibliothek', 'sru', 'https://services.dnb.de/sru/dnb', 'MARC21-xml'),
  known('K10plus', 'sru', 'https://sru.k10plus.de/opac-de-627', 'marcxml'),
  known('Wikimedia Commons', 'commons', 'https://commons.wikimedia.org'),
];
