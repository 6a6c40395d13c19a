/** Reads `imsmanifest.xml` of SCORM 1.2, SCORM 2004 and IMS content packages. Runs in a child process. */
import { SaxesParser } from 'saxes';
import type { PackageUnit } from '@fundus/contract/files/packages';
import { MAX_UNITS } from '@fundus/contract/files/packages';
import { decodeMarkup } from './decode-markup.ts';

/** Maximum number of elements that the parser reads. */
const MAX_NODES = 100_000;
const MAX_DEPTH = 60;
const MAX_TITLE = 300;
const MAX_LAUNCH_DATA = 4_096;

/** An XML element. Names have no prefix and are in lower case, because prefixes and case vary between authoring tools. */
type Node = { name: string; of: Record<string, string>; children: Node[]; text: string };

/** A unit of the manifest with unresolved `href` and `base`. */
export type ManifestUnit = Omit<PackageUnit, 'href'> & { href: string; base: string };

export type Manifest = {
  /** Kind of a package that only learning platforms can use, or `null` for a package of pages. */
  kind: 'cartridge' | 'tests' | null;
  units: ManifestUnit[];
  /** Files listed in the manifest, each with its base folder. */
  files: { href: string; base: string }[];
};

/** Returns `null` if the document has no manifest element. Malformed markup is parsed as far as possible. */
export function readManifest(bytes: Uint8Array): Manifest | null {
  const root = find(parse(decodeMarkup(bytes)), 'manifest');
  if (!root) return null;
  const version = scormVersion(root);
  const resources = collectResources(root, '', version);
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  const organizations = sortedOrganizations(root);
  const several = organizations.filter((each) => child(each, 'item')).length > 1;
  const units = organizations.flatMap((organization) =>
    unitsOf(organization, { group: several ? titleOf(organization) : null, fixed: several }, byId),
  );
  const found = units.length > 0 ? units : unlistedUnits(resources, titleOfManifest(root));
  const files = resources.flatMap(({ files: own, base }) => own.map((href) => ({ href, base })));
  return { kind: kindOf(root), units: withOwnIds(found).slice(0, MAX_UNITS), files };
}

function kindOf(root: Node): Manifest['kind'] {
  const types = children(root, 'resources').flatMap((resources) => children(resources, 'resource').map(({ of }) => of.type ?? ''));
  if (/common cartridge/i.test(textOf(find(root, 'schema'))) || types.some((type) => /^imsdt_|^imswl_|^imscc/.test(type)))
    return 'cartridge';
  return types.some((type) => /^imsqti/.test(type)) ? 'tests' : null;
}

/** Returns the first page named by `tincan.xml` or `cmi5.xml`; `null` if there is none. */
export function readLaunch(bytes: Uint8Array): string | null {
  const root = parse(decodeMarkup(bytes));
  return textOf(find(root, 'launch')) || textOf(find(root, 'url')) || null;
}

const local = (name: string): string => name.slice(name.lastIndexOf(':') + 1).toLowerCase();

/** Titles often contain unescaped ampersands, which the parser would read as the start of an entity. */
const BARE_AMPERSAND = /&(?!#?\w{1,40};)/g;

function parse(text: string): Node {
  const top: Node = { name: '', of: {}, children: [], text: '' };
  const open = [top];
  let nodes = 0;
  const parser = new SaxesParser();
  // The parser continues after an error only if its error handler does not throw.
  parser.on('error', () => undefined);
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = { name: local(name), of: localAttributes(attributes), children: [], text: '' };
    nodes += 1;
    if (nodes <= MAX_NODES && open.length <= MAX_DEPTH) open.at(-1)!.children.push(node);
    open.push(node);
  });
  const onText = (more: string): void => void (open.at(-1)!.text += more);
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    if (open.length > 1) open.pop();
  });
  try {
    parser.write(text.replace(BARE_AMPERSAND, '&amp;')).close();
  } catch {
    // Keeps everything that was parsed before the error.
  }
  return top;
}

const localAttributes = (attributes: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [local(name), String(value)]));

const child = (node: Node, name: string): Node | undefined => node.children.find((each) => each.name === name);
const children = (node: Node, name: string): Node[] => node.children.filter((each) => each.name === name);
const textOf = (node: Node | undefined): string => (node?.text ?? '').replace(/\s+/g, ' ').trim();
const titleOf = (node: Node): string | null => textOf(child(node, 'title')).slice(0, MAX_TITLE) || null;

function find(node: Node, name: string): Node | undefined {
  const queue = [node];
  for (const each of queue) {
    if (each.name === name) return each;
    for (const inner of each.children) queue.push(inner);
  }
  return undefined;
}

/** Determines the SCORM version from the schema version or the namespaces. Returns `null` for a content package without a run-time. */
function scormVersion(root: Node): Version {
  const metadata = child(root, 'metadata');
  const declared = `${textOf(metadata && child(metadata, 'schema'))} ${textOf(metadata && child(metadata, 'schemaversion'))}`.toLowerCase();
  const spaces = Object.values(root.of).join(' ').toLowerCase();
  if (/2004|cam ?1\.3/.test(declared) || /adlcp_v1p3|imsss/.test(spaces)) return '2004';
  if (/adl ?scorm|scorm/.test(declared) || /adlcp_rootv1p[012]/.test(spaces)) return '1.2';
  return find(root, 'masteryscore') || hasScormType(root) ? '1.2' : null;
}

const hasScormType = (root: Node): boolean => {
  const resources = find(root, 'resources');
  return !!resources?.children.some(({ of }) => of.scormtype !== undefined);
};

type Version = PackageUnit['scorm'];
type Resource = { id: string; href: string; base: string; scorm: Version; files: string[] };

/** Returns the resources of a manifest and of its nested manifests. */
function collectResources(manifest: Node, above: string, version: Version): Resource[] {
  const base = resolveBase(above, manifest.of.base);
  const own = children(manifest, 'resources').flatMap((list) =>
    children(list, 'resource').map((resource) => ({
      id: resource.of.identifier ?? '',
      href: resource.of.href ?? '',
      base: resolveBase(resolveBase(base, list.of.base), resource.of.base),
      // Old tools omit the SCORM type of SCOs.
      scorm: (resource.of.scormtype ?? 'sco').toLowerCase() === 'sco' ? version : null,
      files: children(resource, 'file').flatMap(({ of }) => (of.href ? [of.href] : [])),
    })),
  );
  return [...own, ...children(manifest, 'manifest').flatMap((inner) => collectResources(inner, base, version))];
}

/** Resolves one base URL against another. Adds the trailing slash that folders often lack. */
function resolveBase(base: string, more: string | undefined): string {
  const written = (more ?? '').trim().replaceAll('\\', '/');
  if (written === '') return base;
  const folder = written.endsWith('/') || /\.[a-z0-9]{1,5}$/i.test(written) ? written : `${written}/`;
  return /^[a-z][a-z0-9+.-]*:|^\//i.test(folder) ? folder : base + folder;
}

/** Returns the organizations, starting with the default one. */
function sortedOrganizations(root: Node): Node[] {
  const list = child(root, 'organizations');
  const all = list ? children(list, 'organization') : [];
  return [...all.filter(({ of }) => of.identifier === list?.of.default), ...all.filter(({ of }) => of.identifier !== list?.of.default)];
}

const titleOfManifest = (root: Node): string => {
  const general = find(root, 'general');
  return textOf(general && find(general, 'langstring')) || textOf(general && find(general, 'string')) || '';
};

type Above = { group: string | null; /** True if the items below do not start groups of their own. */ fixed: boolean };

function unitsOf(node: Node, { group, fixed }: Above, byId: Map<string, Resource>): ManifestUnit[] {
  return children(node, 'item').flatMap((item) => {
    if (item.of.isvisible?.toLowerCase() === 'false') return [];
    const resource = byId.get(item.of.identifierref ?? '');
    const own = resource?.href ? [unitOf(item, resource, group)] : [];
    return [...own, ...unitsOf(item, { group: fixed ? group : (titleOf(item) ?? group), fixed }, byId)];
  });
}

function unitOf(item: Node, resource: Resource, group: string | null): ManifestUnit {
  const limits = find(item, 'limitconditions');
  return {
    id: item.of.identifier ?? resource.id,
    title: titleOf(item) ?? '',
    group,
    href: withParameters(resource.href, item.of.parameters),
    base: resource.base,
    scorm: resource.scorm,
    launch_data: (child(item, 'datafromlms')?.text ?? '').trim().slice(0, MAX_LAUNCH_DATA),
    mastery: masteryOf(item),
    max_time: (textOf(child(item, 'maxtimeallowed')) || (limits?.of.attemptabsolutedurationlimit ?? '')).slice(0, 40),
    time_limit_action: textOf(child(item, 'timelimitaction')).toLowerCase().slice(0, 40),
    threshold: thresholdOf(item),
  };
}

/** Returns the mastery score in percent. SCORM 1.2 uses scores from 0 to 100, SCORM 2004 measures from -1 to 1. */
function masteryOf(item: Node): number | null {
  const score = numberOf(textOf(child(item, 'masteryscore')));
  if (score !== null) return score >= 0 && score <= 100 ? score : null;
  const sequencing = child(item, 'sequencing');
  const primary = sequencing && find(sequencing, 'primaryobjective');
  if (primary?.of.satisfiedbymeasure?.toLowerCase() !== 'true') return null;
  const measure = numberOf(textOf(child(primary, 'minnormalizedmeasure'))) ?? 1;
  return measure >= 0 && measure <= 1 ? measure * 100 : null;
}

function thresholdOf(item: Node): number | null {
  const node = child(item, 'completionthreshold');
  const value = numberOf(textOf(node)) ?? numberOf(node?.of.minprogressmeasure ?? '');
  return value !== null && value >= 0 && value <= 1 ? value : null;
}

const numberOf = (text: string): number | null => (text !== '' && Number.isFinite(Number(text)) ? Number(text) : null);

/** Appends launch parameters to a URL as defined by SCORM, which means without their leading `?` or `&` and after the parameters of the URL. */
function withParameters(href: string, parameters = ''): string {
  const more = parameters.trim().replace(/^[?&]+/, '');
  if (more === '') return href;
  const [path = '', fragment] = href.split('#', 2);
  if (more.startsWith('#')) return fragment === undefined ? path + more : href;
  return `${path}${path.includes('?') ? '&' : '?'}${more}${fragment === undefined ? '' : `#${fragment}`}`;
}

/** Returns the units of a manifest without items, which are its SCOs or else its first page. */
function unlistedUnits(resources: readonly Resource[], title: string): ManifestUnit[] {
  const pages = resources.filter(({ href }) => href !== '');
  const scos = pages.filter(({ scorm }) => scorm !== null);
  const none = { group: null, launch_data: '', mastery: null, max_time: '', time_limit_action: '', threshold: null };
  return (scos.length > 0 ? scos : pages.slice(0, 1)).map(({ id, href, base, scorm }) => ({ ...none, id, title, href, base, scorm }));
}

/** Makes ids unique and non-empty, because stored learner states use them as keys. */
function withOwnIds(units: ManifestUnit[]): ManifestUnit[] {
  const taken = new Set<string>();
  return units.map((unit, i) => {
    const wanted = unit.id.slice(0, 200) || `unit-${i + 1}`;
    const id = taken.has(wanted) ? `${wanted}-${i + 1}` : wanted;
    taken.add(id);
    return { ...unit, id };
  });
}
