"""ONNX files for tests: policies that are small enough to see through."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from touchwood.envs.setup import Setup


def write_model(file: Path, setup: Setup, *, likes: Any = None, game: str | None = None) -> Path:
    """Likes every choice as much as `likes` says, whatever it sees; by itself the later ones better."""
    rows, choices = sum(each.size for each in setup.slices), setup.choices.count
    liking = np.arange(choices, dtype=np.float32) if likes is None else np.asarray(likes, np.float32)
    graph = helper.make_graph(
        [helper.make_node("Gemm", ["observation", "nothing", "liking"], ["logits"])],
        "small",
        [helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["matches", rows])],
        [helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["matches", choices])],
        [
            numpy_helper.from_array(np.zeros((rows, choices), np.float32), "nothing"),
            numpy_helper.from_array(liking, "liking"),
        ],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    if game is not None:
        helper.set_model_props(model, {"game": game})
    onnx.save(model, file)
    return file
