/** Draws a photo in the size of the canvas. JPEG has no transparency: a signature would be black on black. */
export function drawOnWhite(image: ImageBitmap, canvas: OffscreenCanvas) {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot draw');
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
}
