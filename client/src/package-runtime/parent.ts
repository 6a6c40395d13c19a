/**
 * Replacement for `window.parent`. The real parent belongs to the portal and is not accessible, so packages that search it for the SCORM API would
 * fail. The replacement provides the API and little else.
 */
export const playerWindow: Window = window.parent;

/** Installs the replacement. `onUnknown` is called if a package reads any other property of it. */
export function installParent(onUnknown: () => void): void {
  if (playerWindow === window) return;
  const above: object = new Proxy(Object.create(null) as object, {
    get: (_, name) => {
      if (name === 'API' || name === 'API_1484_11') return (window as unknown as Record<string, unknown>)[name];
      if (name === 'postMessage') return (message: unknown) => playerWindow.postMessage(message, '*');
      if (name === 'parent' || name === 'self' || name === 'window') return above;
      if (name === 'closed') return false;
      if (name === 'length' || name === 'frames') return name === 'length' ? 1 : above;
      if (name === 'opener') return null;
      if (name === 'focus' || name === 'blur') return () => undefined;
      if (typeof name === 'string') onUnknown();
      return undefined;
    },
    has: (_, name) => (name === 'API' || name === 'API_1484_11' ? name in window : name === 'parent' || name === 'postMessage'),
    set: () => true,
  });
  Object.defineProperty(window, 'parent', { value: above, configurable: true, writable: true });
}
