/* global window, document, location, URLSearchParams, ResizeObserver */
/*
 * Plays an exercise inside a frame that has no origin (`sandbox` without `allow-same-origin`). Exercises bring code of their own:
 * this page refuses to run it anywhere else, whoever opens it.
 */
'use strict';

(() => {
  const tell = (message) => window.parent.postMessage({ context: 'exercise', ...message }, '*');
  const fail = (reason) => {
    console.error(reason);
    tell({ failed: true });
  };

  if (window.origin !== 'null') return fail('Exercises run only in a sandboxed frame.');

  const content = new URLSearchParams(location.search).get('content') || '';
  // Only what the portal itself serves as content, as a folder.
  if (!/^\/content\/[^?#\\]+\/$/.test(content) || content.includes('..')) return fail('No such exercise.');

  // Storage is refused here, and exercises ask for it without looking: what they keep lasts as long as the page.
  for (const name of ['localStorage', 'sessionStorage']) {
    const kept = new Map();
    const storage = {
      getItem: (key) => (kept.has(String(key)) ? kept.get(String(key)) : null),
      setItem: (key, value) => void kept.set(String(key), String(value)),
      removeItem: (key) => void kept.delete(String(key)),
      clear: () => kept.clear(),
      key: (index) => [...kept.keys()][index] ?? null,
      get length() {
        return kept.size;
      },
    };
    Object.defineProperty(window, name, { value: storage, configurable: true });
  }

  const box = document.querySelector('#exercise');
  new ResizeObserver(() => tell({ height: Math.ceil(document.documentElement.getBoundingClientRect().height) })).observe(
    document.documentElement,
  );

  const script = document.createElement('script');
  script.src = 'standalone/main.bundle.js';
  script.onerror = () => fail('The player is missing.');
  script.onload = () => {
    new window.H5PStandalone.H5P(box, {
      h5pJsonPath: location.origin === 'null' ? new URL(content, location.href).href.replace(/\/$/, '') : content.replace(/\/$/, ''),
      frameJs: new URL('standalone/frame.bundle.js', location.href).href,
      frameCss: new URL('standalone/styles/h5p.css', location.href).href,
      // A frame inside this one would have yet another origin of its own.
      embedType: 'div',
      frame: false,
      copyright: false,
      export: false,
      icon: false,
      fullScreen: false,
    })
      .then(() => tell({ ready: true }))
      .catch(fail);
  };
  document.head.append(script);
})();
