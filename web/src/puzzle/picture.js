// A picture to put together: hills under a low sun, drawn for the board's shape.

export function landscape(rows, cols) {
  const canvas = document.createElement("canvas");
  canvas.width = 800;
  canvas.height = Math.round((800 * rows) / cols);
  const { width, height } = canvas;
  const context = canvas.getContext("2d");
  const sky = context.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, "#27496d");
  sky.addColorStop(0.45, "#e98a5b");
  sky.addColorStop(0.7, "#f7d08a");
  context.fillStyle = sky;
  context.fillRect(0, 0, width, height);
  context.fillStyle = "#fff3c9";
  context.beginPath();
  context.arc(width * 0.66, height * 0.4, width * 0.09, 0, 7);
  context.fill();
  ["#b5606b", "#7f4a6b", "#4d3a5f", "#2b2d4a"].forEach((colour, layer) => {
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x <= width; x += 4)
      context.lineTo(x, height * (0.5 + 0.12 * layer)
        - height * 0.07 * Math.sin((x / width) * (5 + 2 * layer) + layer * 1.7)
        - height * 0.03 * Math.sin((x / width) * (17 + 5 * layer) + layer));
    context.lineTo(width, height);
    context.fill();
  });
  return canvas.toDataURL("image/jpeg", 0.85);
}
