/** The picture of a film that the page came with (server/src/http/pages/client-page.ts, docs/performance.md#first-visit). */
import './first-sight.css';

/** Takes it away once a page stands: each has a heading, and that of a film the same picture in the same place. */
export function endFirstSight(root: Element): void {
  const sight = document.getElementById('first-sight');
  if (!sight) return;
  const watch = new MutationObserver(() => {
    if (!root.querySelector('h1')) return;
    watch.disconnect();
    // Not before the page is seen.
    requestAnimationFrame(() => requestAnimationFrame(() => sight.remove()));
  });
  watch.observe(root, { childList: true, subtree: true });
}
