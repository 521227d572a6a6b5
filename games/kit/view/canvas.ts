/** A canvas as sharp as the display, drawn in units of the game. */

/** Sharper than this is not seen, and costs four times the pixels. */
const SHARPEST = 2;

export interface Field {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
  /** Pixels of the canvas for one unit of the game; sprites are cached at this size. */
  scale(): number;
  close(): void;
}

/** Puts a canvas of so many units into an element and keeps it sharp as that changes its size. */
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

  const fit = () => {
    const ratio = Math.min(devicePixelRatio, SHARPEST);
    const wanted = Math.max(1, Math.round((canvas.clientWidth || width) * ratio)) / width;
    if (wanted === scale) return;
    scale = wanted;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    resized();
  };
  canvas.width = width;
  canvas.height = height;
  parent.append(canvas);
  const observer = new ResizeObserver(fit);
  observer.observe(canvas);
  fit();
  return {
    context,
    width,
    height,
    scale: () => scale,
    close: () => observer.disconnect(),
  };
}

/** Pictures drawn once and copied from then on; forgotten when size or colours change. */
export interface Sprites<Name extends string> {
  draw(field: Field, name: Name, x: number, y: number): void;
  forget(): void;
}

/** Draws each sprite at most once for a scale, on a canvas of its own. */
export function createSprites<Name extends string>(
  sizes: Readonly<Record<Name, readonly [width: number, height: number]>>,
  paint: (context: OffscreenCanvasRenderingContext2D, name: Name) => void,
): Sprites<Name> {
  const made = new Map<Name, OffscreenCanvas>();
  let scale = 0;

  function spriteOf(name: Name): OffscreenCanvas {
    const known = made.get(name);
    if (known) return known;
    const [width, height] = sizes[name];
    const sprite = new OffscreenCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
    const context = sprite.getContext('2d');
    if (!context) throw new Error('this browser draws on no canvas');
    context.scale(scale, scale);
    paint(context, name);
    made.set(name, sprite);
    return sprite;
  }

  return {
    draw(field, name, x, y) {
      if (field.scale() !== scale) {
        scale = field.scale();
        made.clear();
      }
      const sprite = spriteOf(name);
      field.context.drawImage(sprite, x, y, sprite.width / scale, sprite.height / scale);
    },
    forget: () => made.clear(),
  };
}

/** Paints a picture of characters: each is a square of the colour that `colours` has for it. */
export function paintPixels(
  context: OffscreenCanvasRenderingContext2D,
  rows: readonly string[],
  colours: Readonly<Record<string, string>>,
  size = 1,
): void {
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      const colour = colours[row.charAt(x)];
      if (colour === undefined) continue;
      context.fillStyle = colour;
      context.fillRect(x * size, y * size, size, size);
    }
  });
}
