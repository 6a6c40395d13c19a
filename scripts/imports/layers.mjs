/** Rules for imports between the layers of a workspace. */
import { layerOf, workspaceOf } from './source-paths.mjs';

/** Layers of each workspace, from top to bottom. A folder may import folders on its own line and below. Only tests may import `testing`. */
const LAYERS = {
  server: [
    ['main', 'cli'],
    ['run-portal'],
    ['watchdog-thread'],
    ['watchdog'],
    ['app', 'control', 'sweep'],
    ['portal', 'installation'],
    ['demo-switch'],
    ['all-domains'],
    ['domains'],
    ['domain'],
    [
      'http',
      'calendar',
      'db',
      'search',
      'mail',
      'storage',
      'embedding',
      'jobs',
      'film',
      'lti',
      'oidc',
      'saml',
      'remote',
      'payment',
      'push',
      'limits',
      'live',
      'visitors',
      'pictures',
    ],
    [
      'log',
      'env',
      'env-schema',
      'operator-error',
      'escape-markup',
      'compile-cache',
      'secrets',
      'rich-text',
      'qr',
      'tables',
      'paper',
      'child-process',
    ],
    ['concurrency-limit'],
    ['in-transaction', 'caller'],
  ],
  search: [['engine', 'pool'], ['threads'], ['query'], ['writer'], ['vectors'], ['index'], ['analysis'], ['api']],
  client: [
    ['package-runtime', 'app-worker'],
    ['main'],
    ['app'],
    ['screens'],
    ['player'],
    ['components'],
    ['stores'],
    ['api'],
    ['i18n'],
    ['theme'],
    ['ui'],
  ],
};

/** Folders that must not import another folder, although the layers would allow it. */
const APART = [['server/src/visitors', 'server/src/http']];

/** Returns the reason why `from` must not import `to`, a file of the same workspace; undefined if it may. */
export const layerProblem = (from, to) => levelProblem(from, to) ?? apartProblem(from, to);

function levelProblem(from, to) {
  const workspace = workspaceOf(from);
  const layers = LAYERS[workspace];
  // Files outside `src`, such as build configurations, belong to no layer.
  if (!layers || !/^\w+\/src\//.test(from)) return undefined;
  const level = (path) => layers.findIndex((names) => names.includes(layerOf(path)));
  if (level(from) < 0) return `${layerOf(from)} has no place in the layers of ${workspace} (scripts/imports/layers.mjs)`;
  if (level(to) < 0) return `${layerOf(to)} has no place in the layers of ${workspace} (scripts/imports/layers.mjs)`;
  return level(to) < level(from) ? `${layerOf(from)} is below ${layerOf(to)}: imports must point down the list` : undefined;
}

function apartProblem(from, to) {
  const pair = APART.find(([own, other]) => from.startsWith(`${own}/`) && to.startsWith(`${other}/`));
  return pair && `${layerOf(from)} must not import ${layerOf(to)}`;
}
