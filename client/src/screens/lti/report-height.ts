/** Reports the height of the page to the platform, now and on changes (1EdTech `lti.frameResize`). Returns a function that stops it. */
export function reportHeight(): (() => void) | undefined {
  if (window.parent === window) return undefined;
  let last = 0;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(document.body.scrollHeight);
    if (height === last) return;
    last = height;
    // Sent to any origin, because it is only a number.
    window.parent.postMessage({ subject: 'lti.frameResize', height }, '*');
  });
  observer.observe(document.body);
  return () => observer.disconnect();
}
