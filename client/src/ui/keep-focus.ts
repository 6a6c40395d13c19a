/**
 * Keeps the focus near its place if the focused element disappears: after a device is added to the cart, a row is deleted, or a button is replaced
 * by its result. Without it, the focus falls back to the page, and a screen reader starts again at the top (WCAG 2.4.3).
 */

/** Delay in milliseconds in which the code that removed an element may move the focus itself. */
const PATIENCE_MS = 120;
/** Time in milliseconds in which a disabled control may become usable again, for example after its request. */
const DISABLED_MS = 1_000;

const ROW = 'li, tr, article, [role="listitem"], [role="row"]';
const CONTAINER =
  'dialog, section, article, li, form, fieldset, aside, [role="dialog"], [role="region"], [role="group"], [role="tabpanel"], main';
const HEADINGS = 'h1, h2, h3, h4';
const CONTROL = 'a[href], button:enabled, [tabindex="0"]';

/** An ancestor of the focused element, or the element itself, with its place among its siblings. */
type Place = { element: Element; index: number; next: Element | null };

const isShown = (element: Element): boolean =>
  element.isConnected && !element.closest('[inert]') && (element.checkVisibility?.({ visibilityProperty: true }) ?? true);
const isUsable = (element: Element): boolean => isShown(element) && !element.matches(':disabled');

/** Starts watching the focus. Returns a function that stops it. */
export function keepFocus(): () => void {
  let places: readonly Place[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const remember = ({ target }: FocusEvent): void => {
    places = listPlaces(target as Element);
  };
  // A click outside the focused element or a call of `blur()` removes the focus on purpose: the element is usable now and remains so.
  const forget = (): void => {
    const lost = places[0]?.element;
    if (!lost || !isUsable(lost)) return;
    setTimeout(() => {
      if (places[0]?.element === lost && hasNoFocus() && isUsable(lost)) places = [];
    });
  };
  const check = (): void => {
    if (timer === undefined && places.length > 0 && hasNoFocus()) waitToRestore(PATIENCE_MS);
  };
  const waitToRestore = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      const focused = places[0]?.element;
      if (!focused || !hasNoFocus()) return;
      if (isUsable(focused)) focus(focused);
      else if (isShown(focused) && ms < DISABLED_MS) waitToRestore(DISABLED_MS);
      else restore();
    }, ms);
  };
  const restore = (): void => {
    const target = findTarget(places);
    places = [];
    if (target) focus(target);
  };

  const observer = new MutationObserver(check);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'hidden', 'style', 'class', 'inert'] });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forget);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forget);
  };
}

/** Returns an element and its ancestors below the body, from the inside to the outside. */
function listPlaces(target: Element): Place[] {
  const places: Place[] = [];
  for (let element: Element | null = target; element && element !== document.body; element = element.parentElement) {
    const siblings = element.parentElement?.children ?? [];
    places.push({ element, index: [...siblings].indexOf(element), next: element.nextElementSibling });
  }
  return places;
}

const hasNoFocus = (): boolean => document.activeElement === document.body || document.activeElement === null;

/**
 * Returns the element that replaced the lost one, the title of the following row, or the heading of the nearest remaining container. That of the page
 * remains if a dialog has disappeared.
 */
function findTarget(places: readonly Place[]): Element | undefined {
  const at = places.findIndex(({ element }) => isUsable(element));
  const [lost, parent] = [places[at - 1], places[at]?.element];
  if (!parent) return findHeading(document.querySelector('main') ?? document.body);
  if (!lost) return undefined;
  const siblings = [...parent.children];
  const replacement = siblings[lost.index];
  if (replacement && replacement !== lost.next && replacement.matches(CONTROL) && isUsable(replacement)) return replacement;
  if (lost.element.matches(ROW)) {
    const row = siblings[Math.min(lost.index, siblings.length - 1)];
    const target = row?.matches(ROW) && (row.querySelector(`:is(${HEADINGS}) a, ${HEADINGS}`) ?? row.querySelector(CONTROL));
    if (target) return target;
  }
  return findHeading(parent.closest(CONTAINER) ?? document.querySelector('main') ?? parent);
}

/** Returns the first visible heading of a container, or the container if it has none. */
const findHeading = (container: Element): Element => [...container.querySelectorAll(HEADINGS)].find(isShown) ?? container;

/** Focuses an element without scrolling. Elements that are not focusable become focusable until they lose the focus. */
function focus(element: Element): void {
  if (!(element instanceof HTMLElement)) return;
  if (!element.matches(CONTROL) && !element.hasAttribute('tabindex')) {
    element.tabIndex = -1;
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: true });
}
