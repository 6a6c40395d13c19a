/* global window, document, location, URLSearchParams, ResizeObserver */
/*
 * Plays an exercise in a frame with an opaque origin (`sandbox` without `allow-same-origin`), or on a host that serves only this exercise. Exercises
 * contain their own code, so this page refuses to run it anywhere else.
 */
'use strict';

(() => {
  const tell = (message) => window.parent.postMessage({ context: 'exercise', ...message }, '*');
  const fail = (reason) => {
    console.error(reason);
    tell({ failed: true });
  };

  const alone = window.origin === 'null' || /^p-[0-9a-f]{32}\./.test(location.hostname);
  if (!alone) return fail('Exercises run only in a sandboxed frame, or on a host of their own.');

  const content = new URLSearchParams(location.search).get('content') || '';
  // Accepts only a folder of content that the portal itself serves.
  if (!/^\/content\/[^?#\\]+\/$/.test(content) || content.includes('..')) return fail('No such exercise.');

  const box = document.querySelector('#exercise');
  new ResizeObserver(() => tell({ height: Math.ceil(document.documentElement.getBoundingClientRect().height) })).observe(
    document.documentElement,
  );

  /*
   * Reads the score from the xAPI statements of an exercise. Statements about a part of the exercise name their parent and are ignored. Names and
   * answers never leave this page.
   */
  const VERBS = ['completed', 'answered', 'passed', 'failed'];
  const scoreOf = ({ verb, result, context: about } = {}) => {
    const { scaled, raw, min = 0, max } = (result && result.score) || {};
    const part = about && about.contextActivities && about.contextActivities.parent;
    if (part && part.length > 0) return null;
    if (!verb || !VERBS.includes(String(verb.id).split('/').pop())) return null;
    if (typeof scaled === 'number') return scaled;
    return typeof raw === 'number' && max > min ? (raw - min) / (max - min) : null;
  };
  const listen = () => {
    const dispatcher = window.H5P && window.H5P.externalDispatcher;
    if (!dispatcher) return;
    dispatcher.on('xAPI', (event) => {
      const scaled = scoreOf(event.data && event.data.statement);
      if (scaled !== null) tell({ scaled: Math.min(1, Math.max(0, scaled)) });
    });
  };

  const script = document.createElement('script');
  script.src = 'standalone/main.bundle.js';
  script.onerror = () => fail('The player is missing.');
  script.onload = () => {
    new window.H5PStandalone.H5P(box, {
      h5pJsonPath: location.origin === 'null' ? new URL(content, location.href).href.replace(/\/$/, '') : content.replace(/\/$/, ''),
      frameJs: new URL('standalone/frame.bundle.js', location.href).href,
      frameCss: new URL('standalone/styles/h5p.css', location.href).href,
      // Disables the inner frame, which would have another opaque origin.
      embedType: 'div',
      frame: false,
      copyright: false,
      export: false,
      icon: false,
      fullScreen: false,
    })
      .then(listen)
      .catch(fail);
  };
  document.head.append(script);
})();
