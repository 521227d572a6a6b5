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
export function drawCrop(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop): void {
  const { x, y, side } = squareOf(image, crop);
  const pen = canvas.getContext('2d');
  if (!pen) return;
  // Transparent parts become white, since JPEG has no transparency.
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  pen.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height);
}

/** Moves the square by pixels of the displayed canvas, while the image is dragged. */
export function dragCrop(
  image: ImageBitmap,
  crop: Crop,
  by: { x: number; y: number; shownSide: number },
): Crop {
  const { side } = squareOf(image, crop);
  const scale = side / by.shownSide;
  const within = (place: number, moved: number, room: number) =>
    room <= 0 ? place : Math.min(1, Math.max(0, place - (moved * scale) / room));
  return {
    ...crop,
    across: within(crop.across, by.x, image.width - side),
    down: within(crop.down, by.y, image.height - side),
  };
}

/** Returns the selected square as a file for the server. */
export async function cutOut(image: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const side = Math.min(SIDE, Math.round(squareOf(image, crop).side));
  canvas.width = side;
  canvas.height = side;
  drawCrop(canvas, image, crop);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('no image was produced'))),
      'image/jpeg',
      QUALITY,
    );
  });
}
