/** Runs before every page of a package and every exercise (docs/decisions/0089-packages-in-an-opaque-origin.md). */
import { keepState, openedByPlayer } from './frame-state.ts';
import { installParent } from './parent.ts';
import { installReports, reportUnreachable, tellPlayer } from './report.ts';
import { installScorm, type Version } from './scorm.ts';
import { installStorage, shareStorage, sharedWindow } from './storage.ts';
import { installWebApis } from './web-apis.ts';

declare global {
  interface Window {
    fundusRuntime?: true;
  }
}

/** Without an origin, or on a host that only this package has. Nowhere else may a page lose its storage. */
const isAlone = window.origin === 'null' || /^p-[0-9a-f]{32}\./.test(location.hostname);
const { scorm, exercise } = (document.currentScript as HTMLScriptElement).dataset;
const outer = sharedWindow();

if (isAlone && !window.fundusRuntime && outer) {
  Object.defineProperty(window, 'fundusRuntime', { value: true });
  installWebApis();
  shareStorage(outer);
  installReports();
} else if (isAlone && !window.fundusRuntime) {
  // A page that scripts insert into another brings the script again.
  Object.defineProperty(window, 'fundusRuntime', { value: true });
  keepState((kept) => {
    if (openedByPlayer) tellPlayer({ kept });
  });
  installStorage();
  installWebApis();
  installReports();
  // The page that plays exercises is the portal's own.
  if (exercise === undefined) {
    // In a frame of a frame it is the package's own page, which it cannot reach without an origin.
    installParent(openedByPlayer ? () => undefined : reportUnreachable);
    if (scorm) installScorm(scorm as Version);
  }
}
