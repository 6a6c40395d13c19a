/** Traits of portal types (docs/behaviour/access.md#portal-types). A new type only compiles if it defines all traits. */

export const PORTAL_TYPES = ['', 'hueber', 'bawue'] as const;

/** Portal type: '' is a standalone portal, 'hueber' a partner publisher, 'bawue' a state media centre. */
export type PortalType = (typeof PORTAL_TYPES)[number];

export type Traits = {
  /** Shows partner branding: a themed footer, and links on the home page. */
  partner: boolean;
  /** Guests may use the home page, the media catalogue and news. */
  mediaCentre: boolean;
  /** The search offers result types and filters. */
  filters: boolean;
  /** Users can download files of media. */
  downloads: boolean;
  similarMedia: boolean;
  /** Teachers and administrators can export media to Moodle. */
  moodle: boolean;
  /** Users can link their accounts on other portals. */
  linkedAccounts: boolean;
  /** The portal has a page about the partner's app. */
  app: boolean;
  /** The accessibility statement has a page of its own instead of a section of the imprint. */
  statementPage: boolean;
  /** Default value of the setting `LegalPages`. */
  legalPages: 'generic' | 'partner';
  /** Links on a partner's home page, in addition to the sign-in link. */
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
