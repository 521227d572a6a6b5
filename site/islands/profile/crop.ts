/** Side of the uploaded square in pixels, which is enough for the largest display. */
const SIDE = 512;
const QUALITY = 0.9;

/** Square of an image: its zoom from 1, and its position in the remaining space, from 0 to 1. */
export interface Crop {
  zoom: number;
  across: number;
  down: number;
}

export const MIDDLE: Crop = { zoom: 1, across: 0.5, down: 0.5 };

/** Returns the square in pixels of the image. */
function squareOf({ width, height }: ImageBitmap, { zoom, across, down }: Crop) {
  const side = Math.min(width, height) / zoom;
  return { x: (width - side) * across, y: (height - side) * down, side };
}

/** Draws the selection onto a square canvas. */
export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const { x, y, side } = squareOf(picture, crop);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  // Transparent parts become white, since JPEG has no transparency.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
}

/** Moves the square by pixels of the displayed canvas, while the image is dragged. */
export function dragCrop(
  picture: ImageBitmap,
  crop: Crop,
  by: { x: number; y: number; shownSide: number },
): Crop {
  const { side } = squareOf(picture, crop);
  const scale = side / by.shownSide;
  const within = (place: number, moved: number, room: number) =>
    room <= 0 ? place : Math.min(1, Math.max(0, place - (moved * scale) / room));
  return {
    ...crop,
    across: within(crop.across, by.x, picture.width - side),
    down: within(crop.down, by.y, picture.height - side),
  };
}

/** Returns the selected square as a file for the server. */
export async function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const side = Math.min(SIDE, Math.round(squareOf(picture, crop).side));
  canvas.width = side;
  canvas.height = side;
  drawCrop(canvas, picture, crop);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('no picture came out'))),
      'image/jpeg',
      QUALITY,
    );
  });
}
