/** Handles the poster of a film that the server includes in the page (server/src/http/pages/client-page.ts, docs/performance.md#first-visit). */
import './first-sight.css';

/** Removes the poster once the page has a heading. The film page shows the same picture at the same position. */
export function removePoster(root: Element): void {
  const sight = document.getElementById('first-sight');
  if (!sight) return;
  const watch = new MutationObserver(() => {
    if (!root.querySelector('h1')) return;
    watch.disconnect();
    // Waits until the page has been painted.
    requestAnimationFrame(() => requestAnimationFrame(() => sight.remove()));
  });
  watch.observe(root, { childList: true, subtree: true });
}
