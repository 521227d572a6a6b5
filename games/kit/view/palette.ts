/**
 * Colours of the field, the same in the light and the dark theme. The six colours are distinguishable with
 * any colour vision (after Okabe and Ito) and have a contrast of at least 4.5:1 on the field. Shapes differ
 * too: colour is never the only signal.
 */
export interface Palette {
  field: string;
  /** Lines and cells of the field. */
  faint: string;
  ink: string;
  soft: string;
  vermilion: string;
  teal: string;
  ochre: string;
  sky: string;
  rose: string;
  lime: string;
}

const defaultPalette: Palette = {
  field: '#14110f',
  faint: '#2b2621',
  ink: '#f6efe0',
  soft: '#a89c88',
  vermilion: '#ff6a45',
  teal: '#35b8a2',
  ochre: '#f2b233',
  sky: '#63b8f2',
  rose: '#e58ac2',
  lime: '#d9e368',
};

const highContrastPalette: Palette = {
  field: '#000000',
  faint: '#5c5c5c',
  ink: '#ffffff',
  soft: '#dddddd',
  vermilion: '#ff8a5c',
  teal: '#3fe0c5',
  ochre: '#ffcc33',
  sky: '#85ccff',
  rose: '#ffa3dc',
  lime: '#f0ff66',
};

/** Follows the user's contrast preference; `changed` is called when it changes. */
export function followPalette(changed: () => void): { palette(): Palette; stop(): void } {
  const query = matchMedia('(prefers-contrast: more), (forced-colors: active)');
  const wanted = () => (query.matches ? highContrastPalette : defaultPalette);
  let palette = wanted();
  const change = () => {
    palette = wanted();
    changed();
  };
  query.addEventListener('change', change);
  return {
    palette: () => palette,
    stop: () => query.removeEventListener('change', change),
  };
}
