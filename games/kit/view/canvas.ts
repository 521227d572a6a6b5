/** A canvas at display resolution, drawn in units of the game. */

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
  return { palette: () => palette, stop: () => query.removeEventListener('change', change) };
}

/** Context that sprites are painted on. */
export type SpriteContext = OffscreenCanvasRenderingContext2D;

/** Maximum ratio: more is not visible and costs four times the pixels. */
const SHARPEST = 2;

/** Canvas pixels per CSS pixel. */
const sharpness = (): number => Math.min(devicePixelRatio, SHARPEST);

/**
 * Calls `changed` with the width of a canvas in its own pixels whenever it changes and is not 0. An observer
 * avoids a forced layout.
 * @returns a function that stops it
 */
export function followWidth(
  canvas: HTMLCanvasElement,
  changed: (pixels: number) => void,
): () => void {
  const observer = new ResizeObserver(() => {
    const pixels = Math.round(canvas.clientWidth * sharpness());
    if (pixels > 0 && pixels !== canvas.width) changed(pixels);
  });
  observer.observe(canvas);
  return () => observer.disconnect();
}

export interface Field {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
  /** Canvas pixels per unit of the game; sprites are cached at this size. */
  scale(): number;
  close(): void;
}

/** Adds a canvas of the given size in units to an element and adapts its resolution to the element's size. */
export function openField(
  parent: HTMLElement,
  width: number,
  height: number,
  resized: () => void,
): Field {
  const canvas = document.createElement('canvas');
  canvas.className = 'game-canvas';
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('this browser draws on no canvas');
  let scale = 0;

  const fit = (pixels: number) => {
    scale = pixels / width;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    resized();
  };
  parent.append(canvas);
  // Provisional size before the first layout.
  fit(Math.max(1, Math.round((canvas.clientWidth || width) * sharpness())));
  return { context, width, height, scale: () => scale, close: followWidth(canvas, fit) };
}

/** Cached sprites; redrawn when size or colours change. */
export interface Sprites<Name extends string> {
  /** Draws a sprite at the nearest whole pixel, or only its upper part with a height in units. */
  draw(field: Field, name: Name, x: number, y: number, shownHeight?: number): void;
  /** Current colours. */
  palette(): Palette;
}

/**
 * Creates sprites that are painted once per scale and palette. All are painted before the first is drawn: painting them
 * when they are needed would delay frames of the game.
 */
export function createSprites<Name extends string>(
  sizes: Readonly<Record<Name, readonly [width: number, height: number]>>,
  palette: () => Palette,
  paint: (context: SpriteContext, name: Name, palette: Palette) => void,
): Sprites<Name> {
  const sprites = new Map<string, ImageBitmap>();
  let scale = 0;
  let colours = palette();

  function paintSprite(name: Name): ImageBitmap {
    const [width, height] = sizes[name];
    const sprite = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
    const context = sprite.getContext('2d');
    if (!context) throw new Error('this browser draws on no canvas');
    context.scale(scale, scale);
    paint(context, name, colours);
    // A canvas would be rasterized again in the frame that draws it first.
    return sprite.transferToImageBitmap();
  }

  function paintAll(): void {
    // Not left to the garbage collector, because a window that changes its size needs new ones in each frame.
    for (const sprite of sprites.values()) sprite.close();
    sprites.clear();
    for (const name of Object.keys(sizes) as Name[]) sprites.set(name, paintSprite(name));
  }

  return {
    draw(field, name, x, y, shownHeight) {
      if (field.scale() !== scale || palette() !== colours) {
        scale = field.scale();
        colours = palette();
        paintAll();
      }
      const sprite = sprites.get(name) as ImageBitmap;
      const { width } = sprite;
      const shownRows = shownHeight === undefined ? sprite.height : Math.round(shownHeight * scale);
      const height = Math.min(sprite.height, shownRows);
      if (height <= 0) return;
      // Between two pixels, each pixel of the sprite would be mixed from four, which takes twice as long.
      const left = Math.round(x * scale) / scale;
      const top = Math.round(y * scale) / scale;
      field.context.drawImage(
        sprite,
        0,
        0,
        width,
        height,
        left,
        top,
        width / scale,
        height / scale,
      );
    },
    palette,
  };
}

export function polygon(
  context: SpriteContext,
  ...corners: readonly (readonly [x: number, y: number])[]
): void {
  context.beginPath();
  for (const [x, y] of corners) context.lineTo(x, y);
  context.closePath();
  context.fill();
}

/** Fills an ellipse or a circle. */
export function oval(
  context: SpriteContext,
  x: number,
  y: number,
  across: number,
  down = across,
): void {
  context.beginPath();
  context.ellipse(x, y, across, down, 0, 0, 2 * Math.PI);
  context.fill();
}
