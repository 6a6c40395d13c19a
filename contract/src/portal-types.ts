/** What makes the Types of portals differ, as one table (docs/behaviour/access.md#portal-types). A new Type compiles when each trait of it is decided. */

export const PORTAL_TYPES = ['', 'hueber', 'bawue'] as const;

/** '' standalone, 'hueber' partner publisher, 'bawue' state media centre. */
export type PortalType = (typeof PORTAL_TYPES)[number];

export type Traits = {
  /** Under a partner's name: themed footer, and ways onward from the start page. */
  partner: boolean;
  /** Guests may use home, media and news. */
  mediaCentre: boolean;
  /** Result types and filters in the search. */
  filters: boolean;
  /** Files of media are saved. */
  downloads: boolean;
  similarMedia: boolean;
  /** Teachers and administrators export media to Moodle. */
  moodle: boolean;
  /** People link their account of another portal to the one they have here. */
  linkedAccounts: boolean;
  /** A page says where the partner's app is. */
  app: boolean;
  /** The accessibility statement has a page of its own; elsewhere it is a section of the imprint. */
  statementPage: boolean;
  /** Where legal pages are unless `LegalPages` says it. */
  legalPages: 'generic' | 'partner';
  /** What the start page of a partner leads to, besides signing in. */
  homeLinks: readonly ('app' | 'newest' | 'catalogue')[];
};

const TRAITS = {
  '': {
    partner: false,
    mediaCentre: false,
    filters: true,
    downloads: true,
    similarMedia: true,
    moodle: false,
    linkedAccounts: false,
    app: false,
    statementPage: false,
    legalPages: 'generic',
    homeLinks: [],
  },
  hueber: {
    partner: true,
    mediaCentre: true,
    filters: false,
    downloads: false,
    similarMedia: false,
    moodle: true,
    linkedAccounts: true,
    app: true,
    statementPage: true,
    legalPages: 'partner',
    homeLinks: ['app', 'newest'],
  },
  bawue: {
    partner: true,
    mediaCentre: true,
    filters: true,
    downloads: true,
    similarMedia: true,
    moodle: false,
    linkedAccounts: false,
    app: false,
    statementPage: false,
    legalPages: 'partner',
    homeLinks: ['catalogue'],
  },
} satisfies Record<PortalType, Traits>;

/** A trait a Type has or has not: what a gate can ask for. */
export type Trait = { [K in keyof Traits]: Traits[K] extends boolean ? K : never }[keyof Traits];

/** The traits of this portal. */
export const traitsOf = ({ Type }: { Type: PortalType }): Traits => TRAITS[Type];
