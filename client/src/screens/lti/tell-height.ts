/** Tells the platform around us how much room the page wants, now and when that changes; one that does not listen loses nothing (1EdTech `lti.frameResize`). */
export function tellHeight(): (() => void) | undefined {
  if (window.parent === window) return undefined;
  let last = 0;
  const observer = new ResizeObserver(() => {
    const height = Math.ceil(document.body.scrollHeight);
    if (height === last) return;
    last = height;
    // To whoever holds the frame: it says nothing but a number.
    window.parent.postMessage({ subject: 'lti.frameResize', height }, '*');
  });
  observer.observe(document.body);
  return () => observer.disconnect();
}
