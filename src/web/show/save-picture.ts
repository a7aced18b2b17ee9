/** Offers what is on a canvas as a file to keep. */
export function savePicture(canvas: HTMLCanvasElement, name: string): void {
  const link = document.createElement('a');
  link.download = `${name}.png`;
  link.href = canvas.toDataURL('image/png');
  link.click();
}
