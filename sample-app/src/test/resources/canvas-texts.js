// Records the positions of the texts drawn on each canvas since it was last cleared.
(() => {
  const texts = new Map();
  globalThis.canvasTexts = texts;
  const context = CanvasRenderingContext2D.prototype;
  const { fillText, clearRect } = context;

  context.clearRect = function (...area) {
    texts.set(this.canvas, []);
    clearRect.apply(this, area);
  };

  context.fillText = function (text, x, y, ...more) {
    const size = this.measureText(text);
    const corners = [
      new DOMPoint(x - size.actualBoundingBoxLeft, y - size.actualBoundingBoxAscent),
      new DOMPoint(x + size.actualBoundingBoxRight, y + size.actualBoundingBoxDescent),
    ].map((corner) => corner.matrixTransform(this.getTransform()));
    const box = { text: String(text), left: corners[0].x, top: corners[0].y, right: corners[1].x, bottom: corners[1].y };
    texts.set(this.canvas, [...(texts.get(this.canvas) ?? []), box]);
    fillText.call(this, text, x, y, ...more);
  };
})();
