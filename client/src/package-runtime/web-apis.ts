/** Replaces parts of the web platform that an opaque origin blocks, or removes them so that packages use their fallbacks. */
import { runScriptSync } from './run-sync.ts';

const ignore = (): void => {};

const isOwn = (address: string): boolean => {
  try {
    const url = new URL(address, document.baseURI);
    return url.host === location.host && /^https?:$/.test(url.protocol);
  } catch {
    return false;
  }
};

/** Removes APIs that would throw, so that feature detection of packages works. */
function removeRefused(): void {
  for (const [owner, name] of [
    [Navigator.prototype, 'serviceWorker'],
    [window, 'caches'],
    [window, 'SharedWorker'],
    [window, 'cookieStore'],
  ] as const)
    delete (owner as unknown as Record<string, unknown>)[name];
  const { host } = location;
  Object.defineProperty(document, 'domain', { configurable: true, get: () => host.replace(/:\d+$/, ''), set: ignore });
}

/** Installs an in-memory IndexedDB, which is loaded on first access. */
function installIndexedDb(): void {
  const names = ['indexedDB', 'IDBKeyRange', 'IDBDatabase', 'IDBRequest', 'IDBTransaction', 'IDBObjectStore', 'IDBIndex', 'IDBCursor'];
  for (const name of [...names, 'IDBCursorWithValue', 'IDBFactory', 'IDBOpenDBRequest', 'IDBVersionChangeEvent'])
    Object.defineProperty(window, name, {
      configurable: true,
      get: () => {
        const found = (runScriptSync('indexed-db.js', 'fundusIndexedDb') as Record<string, unknown>)[name];
        Object.defineProperty(window, name, { value: found, configurable: true, writable: true });
        return found;
      },
      set: (value: unknown) => {
        Object.defineProperty(window, name, { value, configurable: true, writable: true });
      },
    });
}

/**
 * Requests package files with CORS, for which the portal sends the header. Package files are cross-origin for an opaque origin; without CORS,
 * pictures would taint a canvas and sound would be silent in an `AudioContext`.
 */
function requestReadably(): void {
  const readable = (element: Element, address: string): void => {
    if (!element.hasAttribute('crossorigin') && isOwn(address)) element.setAttribute('crossorigin', 'anonymous');
  };
  for (const kind of [HTMLImageElement, HTMLMediaElement]) {
    const { set, ...rest } = Object.getOwnPropertyDescriptor(kind.prototype, 'src')!;
    Object.defineProperty(kind.prototype, 'src', {
      ...rest,
      set(this: HTMLImageElement | HTMLMediaElement, value: unknown) {
        readable(this, String(value));
        set!.call(this, value);
      },
    });
  }
  const setAttribute = Element.prototype.setAttribute;
  Element.prototype.setAttribute = function (this: Element, name, value) {
    if (
      String(name).toLowerCase() === 'src' &&
      /^(IMG|VIDEO|AUDIO)$/i.test(this.tagName) &&
      !this.hasAttribute('crossorigin') &&
      isOwn(String(value))
    )
      setAttribute.call(this, 'crossorigin', 'anonymous');
    setAttribute.call(this, name, value);
  };
  // Elements in the markup start loading before a script can change them, so they are requested again.
  const requestAgain = (node: Node): void => {
    if (!(node instanceof Element)) return;
    const found = node.matches('img[src],video[src],audio[src],video,audio') ? [node] : [];
    for (const element of [...found, ...node.querySelectorAll('img[src],video,audio')]) {
      const address = element.getAttribute('src') ?? element.querySelector('source')?.getAttribute('src');
      if (address) readable(element, address);
    }
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) requestAgain(node);
  }).observe(document, { childList: true, subtree: true });
}

/** Sends requests without credentials, because there are no cookies and the CORS header does not allow credentials. */
function requestWithoutCookies(): void {
  const fetched = window.fetch;
  window.fetch = (input, init) => {
    if (init?.credentials === 'include') return fetched.call(window, input, { ...init, credentials: 'omit' });
    if (input instanceof Request && input.credentials === 'include')
      return fetched.call(window, new Request(input, { credentials: 'omit' }), init);
    return fetched.call(window, input, init);
  };
  Object.defineProperty(XMLHttpRequest.prototype, 'withCredentials', { configurable: true, get: () => false, set: ignore });
}

/** Loads workers through a script of the page's own origin, as browsers require. */
function installWorkers(): void {
  const Native = window.Worker;
  const prelude = (address: string): string =>
    `const from=${JSON.stringify(address)},at=(a)=>new URL(a,from).href;` +
    `try{Object.defineProperty(self,'location',{value:new URL(from),configurable:true})}catch{}` +
    `const load=self.importScripts;if(load)self.importScripts=(...all)=>load.apply(self,all.map(at));` +
    `const get=self.fetch;self.fetch=(a,o)=>get.call(self,a instanceof Request?a:at(a),o);` +
    `const open=XMLHttpRequest.prototype.open;XMLHttpRequest.prototype.open=function(m,a,...r){return open.call(this,m,at(a),...(r.length?r:[true]))};`;
  // Browsers reject a cross-origin module as the main script of a worker. Messages that arrive before the module is loaded are queued.
  const moduleLoader = (address: string): string =>
    `const early=[],keep=(e)=>{e.stopImmediatePropagation();early.push(e)};addEventListener('message',keep);` +
    `import(${address}).then(()=>{removeEventListener('message',keep);` +
    `for(const {data,ports} of early)dispatchEvent(new MessageEvent('message',{data,ports:[...ports]}))},(e)=>setTimeout(()=>{throw e}));`;
  class PackageWorker extends Native {
    constructor(script: string | URL, options?: WorkerOptions) {
      const address = new URL(script, document.baseURI).href;
      if (!isOwn(address)) return new Native(script, options) as PackageWorker;
      const load = JSON.stringify(address);
      const source = options?.type === 'module' ? moduleLoader(load) : `{${prelude(address)}}importScripts(${load});`;
      super(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { ...options, type: 'classic' });
    }
  }
  window.Worker = PackageWorker;
}

/** Ignores errors of `pushState` and `replaceState`, which some browsers block for an opaque origin. */
function ignoreHistoryErrors(): void {
  for (const name of ['pushState', 'replaceState'] as const) {
    const native = history[name].bind(history);
    history[name] = (data, unused, url) => {
      try {
        native(data, unused, url);
      } catch (error) {
        if (!(error instanceof DOMException) || error.name !== 'SecurityError') throw error;
        native(data, unused);
      }
    };
  }
}

export function installWebApis(): void {
  removeRefused();
  installIndexedDb();
  requestReadably();
  requestWithoutCookies();
  installWorkers();
  ignoreHistoryErrors();
}
