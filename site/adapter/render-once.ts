/** Components that the renderer has recognized as React components. */
const recognized = new WeakSet<object>();

/** Calls `recognize` until it has returned true for the component. */
export async function recognizeOnce(
  component: object,
  recognize: () => Promise<boolean>,
): Promise<boolean> {
  if (recognized.has(component)) return true;
  const isRecognized = await recognize();
  if (isRecognized) recognized.add(component);
  return isRecognized;
}

/**
 * Cached markup of a component; most components have either the same properties on every page or different
 * ones on each.
 */
const CACHED_MAX = 100;
const markupCache = new WeakMap<object, Map<string, string>>();

/** Slots are elements, and functions can return any value. */
const isPlain = (value: unknown): boolean =>
  typeof value !== 'function' &&
  !(typeof value === 'object' && value !== null && '$$typeof' in value);

/**
 * Renders a component once for all pages that pass the same properties and no slots.
 * @param prefix prefix of the IDs, which depends on the preceding components
 */
export function renderOnce(
  component: object,
  properties: Record<string, unknown>,
  prefix: string | undefined,
  render: () => string,
): string {
  if (!Object.values(properties).every(isPlain)) return render();
  const key = JSON.stringify(properties);
  const markup = markupCache.get(component) ?? new Map<string, string>();
  const cachedMarkup = markup.get(key) ?? markup.get(`${prefix} ${key}`);
  if (cachedMarkup !== undefined) return cachedMarkup;
  const html = render();
  if (markup.size >= CACHED_MAX) markup.clear();
  markupCache.set(component, markup);
  markup.set(prefix && html.includes(prefix) ? `${prefix} ${key}` : key, html);
  return html;
}
