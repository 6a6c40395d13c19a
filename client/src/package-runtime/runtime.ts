/** Runtime that runs before every page of a package or exercise (docs/decisions/0089-packages-in-an-opaque-origin.md). */
import { onState, openedByPlayer } from './frame-state.ts';
import { installParent } from './parent.ts';
import { installReports, reportUnreachable, postToPlayer } from './report.ts';
import { installScorm, type Version } from './scorm.ts';
import { installStorage, shareStorage, sharedWindow } from './storage.ts';
import { installWebApis } from './web-apis.ts';

declare global {
  interface Window {
    fundusRuntime?: true;
  }
}

/** True if the page has an opaque origin or the host of a single package. Other pages must keep their storage. */
const isAlone = window.origin === 'null' || /^p-[0-9a-f]{32}\./.test(location.hostname);
const { scorm, exercise } = (document.currentScript as HTMLScriptElement).dataset;
const outer = sharedWindow();

if (isAlone && !window.fundusRuntime && outer) {
  Object.defineProperty(window, 'fundusRuntime', { value: true });
  installWebApis();
  shareStorage(outer);
  installReports();
} else if (isAlone && !window.fundusRuntime) {
  // If a script rewrites the page, this runtime is loaded again. The flag prevents a second installation.
  Object.defineProperty(window, 'fundusRuntime', { value: true });
  onState((kept) => {
    if (openedByPlayer) postToPlayer({ kept });
  });
  installStorage();
  installWebApis();
  installReports();
  // The page that plays exercises belongs to the portal and needs no replacement.
  if (exercise === undefined) {
    // In a nested frame the parent is a page of the package. With an opaque origin that page is unreachable.
    installParent(openedByPlayer ? () => undefined : reportUnreachable);
    if (scorm) installScorm(scorm as Version);
  }
}
