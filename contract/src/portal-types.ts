/** Traits of portal types (docs/behaviour/access.md#portal-types). A new type compiles only when all traits are set. */

export const PORTAL_TYPES = ['', 'hueber', 'bawue'] as const;

/** '' standalone, 'hueber' partner publisher, 'bawue' state media centre. */
export type PortalType = (typeof PORTAL_TYPES)[number];

export type Traits = {
  /** Partner branding: themed footer, and links on the home page. */
  partner: boolean;
  /** Guests may use home, media and news. */
  mediaCentre: boolean;
  /** Result types and filters in the search. */
  filters: boolean;
  /** Files of media can be downloaded. */
  downloads: boolean;
  similarMedia: boolean;
  /** Teachers and administrators can export media to Moodle. */
  moodle: boolean;
  /** Users can link accounts of other portals. */
  linkedAccounts: boolean;
  /** Has a page about the partner's app. */
  app: boolean;
  /** The accessibility statement has a page of its own instead of a section of the imprint. */
  statementPage: boolean;
  /** Default of `LegalPages`. */
  legalPages: 'generic' | 'partner';
  /** Links on a partner's home page, besides signing in. */
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

/** Name of a boolean trait, for use in gates. */
export type Trait = { [K in keyof Traits]: Traits[K] extends boolean ? K : never }[keyof Traits];

/** Returns the traits of this portal's type. */
export const traitsOf = ({ Type }: { Type: PortalType }): Traits => TRAITS[Type];
