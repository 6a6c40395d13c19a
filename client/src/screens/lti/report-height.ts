/**
 * Reports the height of the page to the learning platform whenever it changes (1EdTech `lti.frameResize`). Returns a function that stops the reports.
 */
export function reportHeight(): (() => void) | undefined {
  if (window.parent === window) return undefined;
  let last = 0;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(document.body.scrollHeight);
    if (height === last) return;
    last = height;
    // The message may go to any origin, because it contains only a number.
    window.parent.postMessage({ subject: 'lti.frameResize', height }, '*');
  });
  observer.observe(document.body);
  return () => observer.disconnect();
}
