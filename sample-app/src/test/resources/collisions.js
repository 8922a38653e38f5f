// Reports texts of the page that overlap or stick out, including texts drawn on a canvas.
const SLACK = 1;
const problems = [];

const within = (box, frame) => box.left >= frame.left - SLACK && box.right <= frame.right + SLACK;

/** The part of the rectangle that surrounding boxes with hidden overflow leave visible. */
function clipped(rect, element) {
  let { left, top, right, bottom } = rect;
  for (let around = element; around; around = around.parentElement) {
    if (getComputedStyle(around).overflow !== 'visible') {
      const frame = around.getBoundingClientRect();
      [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
      [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
    }
  }
  return { left, top, right, bottom };
}

function* written() {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || !element.checkVisibility() || element.closest('.skip:not(:focus), noscript')) {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = clipped(rect, element);
      if (box.right - box.left > SLACK && box.bottom - box.top > SLACK) {
        yield { ...box, text: node.data.trim(), of: node };
      }
    }
  }
}

function* drawn() {
  for (const [canvas, texts] of globalThis.canvasTexts) {
    const frame = canvas.getBoundingClientRect();
    const scale = frame.width / canvas.width;
    for (const text of canvas.isConnected ? texts : []) {
      const box = {
        text: text.text,
        left: frame.left + text.left * scale,
        top: frame.top + text.top * scale,
        right: frame.left + text.right * scale,
        bottom: frame.top + text.bottom * scale,
        of: text,
      };
      if (!within(box, frame)) {
        problems.push(`'${box.text}' sticks out of its chart`);
      }
      yield box;
    }
  }
}

const boxes = [...written(), ...drawn()];
for (const box of boxes) {
  if (!within(box, { left: 0, right: innerWidth })) {
    problems.push(`'${box.text}' sticks out of the screen`);
  }
}
for (const [i, one] of boxes.entries()) {
  for (const other of boxes.slice(i + 1)) {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (one.of !== other.of && width > SLACK && height > SLACK) {
      problems.push(`'${one.text}' and '${other.text}' overlap`);
    }
  }
}
if (document.documentElement.scrollWidth > innerWidth) {
  problems.push('The page scrolls sideways');
}
if (![...globalThis.canvasTexts.values()].some((texts) => texts.length > 0)) {
  problems.push('The charts have no texts');
}
return problems;
